// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

interface ITransferObserver {
    /// @notice Called before or after a transfer, depending on the fault.
    function onTransfer() external;
}

/// @title A token with a fault that can be switched: a fee, a false result, a missing transfer, a blocked recipient, a hook
contract FaultyToken is ERC1363 {
    enum Fault {
        None,
        TakesFee,
        ReturnsFalse,
        NoTransfer,
        BlockedRecipient,
        HookBefore,
        HookAfter
    }

    address public immutable observer;
    Fault public fault;
    address public blocked;
    /// @dev Total of the transfers from one account to another that the token reported as successful.
    mapping(address from => mapping(address to => uint256)) public reported;
    /// @dev Total of the transfers from an account that the token reported as successful.
    mapping(address from => uint256) public totalReported;

    constructor() ERC20("Faulty", "FAULT") {
        observer = msg.sender;
        _mint(msg.sender, 1e27);
    }

    function setFault(Fault fault_, address blocked_) external {
        (fault, blocked) = (fault_, blocked_);
    }

    function transfer(address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(msg.sender, to, value, false);
    }

    function transferFrom(address from, address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        return move(from, to, value, true);
    }

    function move(address from, address to, uint256 value, bool asSpender) private returns (bool) {
        if (fault == Fault.ReturnsFalse) return false;
        require(fault != Fault.BlockedRecipient || to != blocked, "blocked");
        reported[from][to] += value;
        totalReported[from] += value;
        if (fault == Fault.NoTransfer) return true;
        if (fault == Fault.HookBefore) ITransferObserver(observer).onTransfer();
        if (asSpender) super.transferFrom(from, to, value);
        else super.transfer(to, value);
        if (fault == Fault.TakesFee) _transfer(to, observer, value / 10);
        if (fault == Fault.HookAfter) ITransferObserver(observer).onTransfer();
        return true;
    }
}
